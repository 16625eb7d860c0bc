# Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Ruby 3.0 and later, nothing else.
#
# A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
# opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
require "json"
require "net/http"
require "securerandom"
require "timeout"

module TesseraVerify
  REPLY_MAX = 65_536
  CONNECT_S = 3
  RESPONSE = /\A[A-Za-z0-9._ -]{1,4096}\z/
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
  # several; "any" where it does not matter to you. `action`: the page's data-action. `strength`: the weakest class of a picture or
  # film; `alternatives`: which other ways are taken beside it, all that the site takes if not given.
  def verify(server, secret, response, hostname:, action: nil, strength: CLASSES.first, alternatives: nil, timeout_s: 5)
    raise Misconfigured, 'hostname: say which is expected, or "any"' if hostname.nil? || hostname.empty?
    raise Misconfigured, "strength: one of #{CLASSES.join(', ')}" unless CLASSES.include?(strength)
    raise Misconfigured, "the server's address begins with https:// or http://" unless server.match?(%r{\Ahttps?://[^/?\#@\s]+(/[^?\#\s]*)?\z})
    raise Misconfigured, "the secret is missing" if secret.nil? || secret.empty?

    given = response.is_a?(String) ? response.scrub.strip : response
    return Verdict.new(false, "missing-input-response", {}) if given.nil? || given == ""
    return Verdict.new(false, "invalid-input-response", {}) unless given.is_a?(String) && given.match?(RESPONSE)

    form = { "secret" => secret, "response" => given, "idempotency_key" => SecureRandom.uuid }
    told = ask_twice(URI("#{server.sub(%r{/+\z}, '')}/v1/verify"), form, timeout_s)
    code = told["success"] ? differs(told, hostname, action, strength, alternatives) : Array(told["error-codes"]).first.to_s
    code = "unknown" if code.empty? && !told["success"]
    raise Misconfigured, "Tessera says #{code}" if code.end_with?("-input-secret")

    Verdict.new(told["success"] && code.empty?, code, told)
  end

  # Why a good pass is not what was expected; "" where it is.
  def differs(told, hostname, action, strength, alternatives)
    return "wrong-hostname" unless hostname == "any" || Array(hostname).include?(told["hostname"])
    return "wrong-action" unless action.nil? || told["action"] == action

    other = told["alternative"].to_s
    return alternatives.nil? || alternatives.include?(other) ? "" : "wrong-alternative" unless other.empty?

    CLASSES.drop(CLASSES.index(strength)).include?(told["strength"]) ? "" : "too-weak"
  end

  # Asks, and once more where the first try broke: the key makes both one use of the response.
  def ask_twice(url, form, timeout_s)
    Timeout.timeout(timeout_s, Timeout::Error) do
      ask(url, form)
    rescue Unavailable, SystemCallError, IOError, SocketError, OpenSSL::SSL::SSLError, Net::ProtocolError, Net::OpenTimeout
      ask(url, form)
    end
  rescue SystemCallError, IOError, SocketError, OpenSSL::SSL::SSLError, Net::ProtocolError, Timeout::Error => e
    raise Unavailable, "Tessera could not be asked: #{e.class}: #{e.message}"
  end

  # Sends the form once; what came as JSON. Net::HTTP follows no redirect, so the secret goes to nobody else.
  def ask(url, form)
    post = Net::HTTP::Post.new(url)
    post.set_form_data(form)
    text = +""
    Net::HTTP.start(url.hostname, url.port, use_ssl: url.scheme == "https", open_timeout: CONNECT_S, max_retries: 0) do |link|
      link.request(post) do |reply|
        raise Unavailable, "Tessera answered #{reply.code}" unless reply.code == "200"

        reply.read_body do |bytes|
          text << bytes
          raise Unavailable, "the reply is too long" if text.bytesize > REPLY_MAX
        end
      end
    end
    understood(text)
  end

  def understood(text)
    told = JSON.parse(text)
    raise Unavailable, "the reply is not a verdict" unless told.is_a?(Hash) && [true, false].include?(told["success"])
    raise Unavailable, "Tessera's store is away" if told["error-codes"] == ["internal-error"]

    told
  rescue JSON::ParserError, EncodingError
    raise Unavailable, "the reply is not JSON"
  end
  private_class_method :differs, :ask_twice, :ask, :understood
end
