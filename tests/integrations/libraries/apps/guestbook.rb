# A form with ruby-recaptcha: ruby guestbook.rb PORT TESSERA SITEKEY SECRET. "/" has the box, "/invisible" the button.
require "rack"
require "rack/handler/webrick"
require "recaptcha"

PORT, TESSERA, SITEKEY, SECRET = ARGV

Recaptcha.configure do |config|
  config.site_key = SITEKEY
  config.secret_key = SECRET
  config.api_server_url = "#{TESSERA}/recaptcha/api.js"
  config.verify_url = "#{TESSERA}/recaptcha/api/siteverify"
  config.hostname = "shop.example"
end

# What a framework gives its controllers: env, params and request.
class Guestbook
  include Recaptcha::ClientHelper
  include Recaptcha::Verify
  attr_reader :env, :request

  def initialize(env)
    @env = env
    @request = Rack::Request.new(env)
  end

  def params
    request.params
  end

  def outcome
    return "" unless request.post?
    verify_recaptcha ? '<p id="sent">Welcome</p>' : '<p class="refused">No</p>'
  end

  def tags
    request.path == "/invisible" ? invisible_recaptcha_tags(text: "Send", id: "send") : recaptcha_tags + '<button id="send">Send</button>'
  end

  def reply
    [200, { "Content-Type" => "text/html; charset=utf-8" },
     ["<!doctype html><html lang=\"en\"><title>Guestbook</title><body>#{outcome}<form method=\"post\">#{tags}</form>"]]
  end
end

Rack::Handler::WEBrick.run(->(env) { Guestbook.new(env).reply }, Host: "127.0.0.1", Port: PORT.to_i, AccessLog: [], Logger: WEBrick::Log.new($stderr, 1))
