// Package tessera redeems what Tessera's widget put into a form: one call of POST /v1/verify. Go 1.19 and later, nothing else.
//
// A verdict says whether the visitor passed. That nobody could tell is an error, never a verdict: whether your site then opens
// or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
package tessera

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// ErrUnavailable is in the chain of every error that says that Tessera could not be asked, or did not say anything that can be
// understood: worth another try later.
var ErrUnavailable = errors.New("nobody can tell")

// ErrMisconfigured is in the chain of those that say that the call or the site's secret is wrong, and will be so the next time.
// Never open your site for this one.
var ErrMisconfigured = errors.New("wrong use")

const replyMax = 65536

var (
	responseForm = regexp.MustCompile(`\A[A-Za-z0-9._ -]+\z`)
	serverForm   = regexp.MustCompile(`\Ahttps?://[^/?#@\s]+(/[^?#\s]*)?\z`)
	classes      = map[string]int{"friction": 1, "off-the-shelf": 2} // weaker ones have less
	client       = &http.Client{
		// The secret goes to nobody else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy:           http.ProxyFromEnvironment,
			DialContext:     (&net.Dialer{Timeout: 3 * time.Second}).DialContext,
			IdleConnTimeout: 30 * time.Second,
		},
	}
)

// Expected is what the caller wants of a pass.
type Expected struct {
	Hostnames    []string      // your pages' hosts; "any" alone where they do not matter to you
	Action       string        // the page's data-action; not looked at where empty
	Strength     string        // the weakest class of a picture or film; "friction" where empty
	Alternatives []string      // which other ways are taken beside it; nil: all that the site takes
	Timeout      time.Duration // of all of it; 5 seconds where 0
}

// Verdict is what the visitor's response is worth. Reason is empty where Verified.
type Verdict struct {
	Verified bool
	Reason   string
	Told     Told
}

// Told is what Tessera said.
type Told struct {
	Success     *bool     `json:"success"`
	ErrorCodes  []string  `json:"error-codes"`
	ChallengeTS time.Time `json:"challenge_ts"`
	Hostname    string    `json:"hostname"`
	Action      string    `json:"action"`
	CData       string    `json:"cdata"`
	Type        string    `json:"type"`
	Strength    string    `json:"strength"`
	Alternative string    `json:"alternative"`
	Degraded    bool      `json:"degraded"`
	User        string    `json:"user"`
	UserSource  string    `json:"user_source"`
}

// Verify says whether a visitor passed on a page of yours. server is an address as "https://captcha.example.org", response what
// came in the form. The error is ErrUnavailable or ErrMisconfigured (errors.Is) where nobody can tell.
func Verify(ctx context.Context, server, secret, response string, expected Expected) (Verdict, error) {
	if expected.Strength == "" {
		expected.Strength = "friction"
	}
	switch {
	case len(expected.Hostnames) == 0 || expected.Hostnames[0] == "":
		return Verdict{}, fmt.Errorf(`%w: hostname: say which is expected, or "any"`, ErrMisconfigured)
	case classes[expected.Strength] == 0:
		return Verdict{}, fmt.Errorf("%w: strength: friction or off-the-shelf", ErrMisconfigured)
	case !serverForm.MatchString(server):
		return Verdict{}, fmt.Errorf("%w: the server's address begins with https:// or http://", ErrMisconfigured)
	case secret == "":
		return Verdict{}, fmt.Errorf("%w: the secret is missing", ErrMisconfigured)
	}
	response = strings.TrimSpace(response)
	if response == "" {
		return Verdict{Reason: "missing-input-response"}, nil
	}
	if len(response) > 4096 || !responseForm.MatchString(response) {
		return Verdict{Reason: "invalid-input-response"}, nil
	}
	if expected.Timeout == 0 {
		expected.Timeout = 5 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, expected.Timeout)
	defer cancel()
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return Verdict{}, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	form := url.Values{"secret": {secret}, "response": {response}, "idempotency_key": {uuid(key)}}
	// Asks, and once more where the first try broke: the key makes both one use of the response.
	told, err := ask(ctx, strings.TrimRight(server, "/")+"/v1/verify", form)
	if err != nil && ctx.Err() == nil {
		told, err = ask(ctx, strings.TrimRight(server, "/")+"/v1/verify", form)
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	reason := expected.differs(told)
	if strings.HasSuffix(reason, "-input-secret") {
		return Verdict{}, fmt.Errorf("%w: Tessera says %s", ErrMisconfigured, reason)
	}
	return Verdict{Verified: reason == "", Reason: reason, Told: told}, nil
}

func uuid(key []byte) string {
	key[6], key[8] = key[6]&0x0f|0x40, key[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", key[:4], key[4:6], key[6:8], key[8:10], key[10:])
}

// Why a response is not what was expected; "" where it is.
func (expected Expected) differs(told Told) string {
	contains := func(list []string, word string) bool {
		for _, one := range list {
			if one == word {
				return true
			}
		}
		return false
	}
	isAny := len(expected.Hostnames) == 1 && expected.Hostnames[0] == "any"
	switch {
	case !*told.Success && len(told.ErrorCodes) > 0 && told.ErrorCodes[0] != "":
		return told.ErrorCodes[0]
	case !*told.Success:
		return "unknown"
	case !isAny && !contains(expected.Hostnames, told.Hostname):
		return "wrong-hostname"
	case expected.Action != "" && told.Action != expected.Action:
		return "wrong-action"
	case told.Alternative != "" && expected.Alternatives != nil && !contains(expected.Alternatives, told.Alternative):
		return "wrong-alternative"
	case told.Alternative == "" && classes[told.Strength] < classes[expected.Strength]:
		return "too-weak"
	}
	return ""
}

// Sends the form once; what came as JSON. No error that it gives has the secret in it.
func ask(ctx context.Context, address string, form url.Values) (told Told, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return told, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := client.Do(request)
	if err != nil {
		return told, err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return told, fmt.Errorf("Tessera answered %d", reply.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(reply.Body, replyMax+1))
	switch {
	case err != nil:
		return told, err
	case len(text) > replyMax:
		return told, errors.New("the reply is too long")
	case json.Unmarshal(text, &told) != nil || told.Success == nil:
		return told, errors.New("the reply is not a verdict")
	case len(told.ErrorCodes) == 1 && told.ErrorCodes[0] == "internal-error":
		return told, errors.New("Tessera's store is away")
	}
	return told, nil
}
