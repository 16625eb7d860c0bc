# Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Ruby 3.0 and later, nothing else.
#
# A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
# opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
require "json"
require "net/http"
require "securerandom"
require "timeout"

module TesseraVerify
  ANY = "*".freeze # as `hostname` or `action`: it does not matter to you
  REPLY_MAX = 65_536
  CONNECT_S = 3
  SERVER = %r{\Ahttps?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/-]*)?\z}
  CODE = /[A-Za-z0-9 \t\r\n\u00a0\u2009\u2010-\u2014\u202f\u2212-]{1,100}/.freeze # with gaps as people write them
  RESPONSE = /\A([A-Za-z0-9._-]{1,4096}|#{CODE})\z/.freeze
  CLASSES = %w[friction off-the-shelf].freeze # weaker ones first

  # Tessera could not be asked, or did not say anything that can be understood: worth another try later.
  class Unavailable < StandardError; end

  # The call or the site's secret is wrong, and will be so the next time. Never open your site for this one.
  class Misconfigured < StandardError; end

  # `reason` is empty where `verified`; `told` is all that Tessera said.
  Verdict = Struct.new(:verified, :reason, :told)

  module_function

  # Whether a visitor passed on a page of yours. Raises Unavailable or Misconfigured where nobody can tell.
  #
  # `server` is an address as "https://captcha.example.org", `response` what came in the form. `hostname`: your pages' host, or
  # several. `action`: the page's data-action; none if not given. `strength`: the weakest class of a picture or film;
  # `alternatives`: which other ways are taken beside it, all that the site takes if not given.
  def verify(server, secret, response, hostname:, action: "", strength: CLASSES.first, alternatives: nil, timeout_s: 5)
    hosts = Array(hostname)
    raise Misconfigured, "hostname: say which is expected, or ANY" if hosts.empty? || hosts.any? { |host| host.to_s.empty? }
    raise Misconfigured, "strength: one of #{CLASSES.join(', ')}" unless CLASSES.include?(strength)
    raise Misconfigured, "the secret is missing" if secret.to_s.empty?

    url = url_of(server)
    given = response.is_a?(String) ? response.dup.force_encoding(Encoding::UTF_8).scrub.strip : response
    return Verdict.new(false, "missing-input-response", {}) if given.nil? || given == ""
    return Verdict.new(false, "invalid-input-response", {}) unless given.is_a?(String) && given.match?(RESPONSE)

    told = ask_twice(url, { "secret" => secret, "response" => given, "idempotency_key" => SecureRandom.uuid }, timeout_s)
    reason = differs(told, hosts, action, strength, alternatives)
    raise Misconfigured, "Tessera says #{reason}" if reason.end_with?("-input-secret")

    Verdict.new(reason.empty?, reason, told)
  end

  def url_of(server)
    url = URI("#{server.to_s.sub(%r{/+\z}, '')}/v1/verify")
    return url if SERVER.match?(server) && url.port <= 65_535

    raise URI::InvalidURIError
  rescue URI::Error
    raise Misconfigured, "the server's address is not one like https://captcha.example.org"
  end

  # Why a response is not what was expected; "" where it is.
  def differs(told, hosts, action, strength, alternatives)
    return Array(told["error-codes"]).first.to_s.then { |code| code.empty? ? "unknown" : code } unless told["success"]
    return "wrong-hostname" unless hosts.include?(ANY) || hosts.include?(told["hostname"])
    return "wrong-action" unless action == ANY || told["action"] == action
    return "too-weak" unless CLASSES.include?(told["strength"])

    other = told["alternative"].to_s
    return alternatives.nil? || alternatives.include?(other) ? "" : "wrong-alternative" unless other.empty?

    CLASSES.index(told["strength"]) >= CLASSES.index(strength) ? "" : "too-weak"
  end

  # Asks, and once more where the first try broke: the key makes both one use of the response.
  def ask_twice(url, form, timeout_s)
    Timeout.timeout(timeout_s) do
      ask(url, form)
    rescue StandardError # which the end of the time is not, in here
      ask(url, form)
    end
  rescue StandardError => e # whatever it is, nobody can tell
    raise Unavailable, "Tessera could not be asked: #{e.class}: #{e.message}"
  end

  # Sends the form once; what came as JSON. Net::HTTP follows no redirect, so the secret goes to nobody else.
  def ask(url, form)
    post = Net::HTTP::Post.new(url)
    post.set_form_data(form)
    text = +""
    Net::HTTP.start(url.hostname, url.port, use_ssl: url.scheme == "https", open_timeout: CONNECT_S, max_retries: 0) do |link|
      link.request(post) do |reply|
        raise "it answered #{reply.code}" unless reply.code == "200"

        reply.read_body { |bytes| (text << bytes).bytesize > REPLY_MAX and raise "the reply is too long" }
      end
    end
    told = JSON.parse(text)
    raise "the reply is not a verdict" unless told.is_a?(Hash) && [true, false].include?(told["success"])
    raise "its store is away" if told["error-codes"] == ["internal-error"]

    told
  end
  private_class_method :url_of, :differs, :ask_twice, :ask
end
