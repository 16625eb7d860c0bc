# One response from standard input: TESSERA_URL=... TESSERA_SECRET=... ruby example.rb HOSTNAME[,HOSTNAME...] [ACTION] [STRENGTH] [ALTERNATIVE,...]
require_relative "tessera_verify"

hostname, action, strength, alternatives = ARGV.map { |word| word unless word.empty? }
begin
  verdict = TesseraVerify.verify(ENV.fetch("TESSERA_URL"), ENV.fetch("TESSERA_SECRET"), $stdin.read,
                                 hostname: hostname&.split(",", -1), action: action || "", strength: strength || TesseraVerify::CLASSES.first,
                                 alternatives: alternatives&.split(","),
                                 timeout_s: ENV.fetch("TESSERA_TIMEOUT_MS", "5000").to_i / 1000.0)
  puts verdict.verified ? "verified" : "not verified: #{verdict.reason}"
  exit(verdict.verified ? 0 : 1)
rescue TesseraVerify::Unavailable => e
  puts "nobody can tell: #{e.message}" # open or shut: this one is your decision
  exit 75
rescue TesseraVerify::Misconfigured => e
  puts "wrong use: #{e.message}"
  exit 2
end
