"""A form with Flask-WTF's RecaptchaField: python3 guestbook.py PORT TESSERA SITEKEY SECRET."""
import sys

from flask import Flask, render_template_string
from flask_wtf import FlaskForm, RecaptchaField
from wtforms import StringField

PORT, TESSERA, SITEKEY, SECRET = sys.argv[1:]

app = Flask(__name__)
app.config.update(
    SECRET_KEY="of the test",
    RECAPTCHA_PUBLIC_KEY=SITEKEY,
    RECAPTCHA_PRIVATE_KEY=SECRET,
    RECAPTCHA_SCRIPT=f"{TESSERA}/recaptcha/api.js",
    RECAPTCHA_VERIFY_SERVER=f"{TESSERA}/recaptcha/api/siteverify",
)


class Guestbook(FlaskForm):
    name = StringField("Name", default="Ada")
    recaptcha = RecaptchaField()


PAGE = """<!doctype html><html lang="en"><title>Guestbook</title><body>
{% if welcome %}<p id="sent">Welcome, {{ form.name.data }}</p>{% endif %}
{% for error in form.recaptcha.errors %}<p class="refused">{{ error }}</p>{% endfor %}
<form method="post">{{ form.csrf_token }}{{ form.name }}{{ form.recaptcha }}<button id="send">Send</button></form>"""


@app.route("/", methods=["GET", "POST"])
def guestbook():
    form = Guestbook()
    return render_template_string(PAGE, form=form, welcome=form.validate_on_submit())


app.run("127.0.0.1", int(PORT), threaded=True)
