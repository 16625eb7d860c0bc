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

// Any, as a hostname or the action, says that it does not matter to you.
const Any = "*"

const replyMax = 65536

var (
	serverForm   = regexp.MustCompile(`\Ahttps?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(:([1-9][0-9]{0,4}))?(/[A-Za-z0-9._~/-]*)?\z`)
	code         = `[A-Za-z0-9 \t\r\n\x{a0}\x{2009}\x{2010}-\x{2014}\x{202f}\x{2212}-]{1,100}` // with gaps as people write them
	responseForm = regexp.MustCompile(`\A([A-Za-z0-9._-]+|` + code + `)\z`)
	classes      = []string{"friction", "off-the-shelf"} // weaker ones first
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
	Hostnames    []string      // your pages' hosts
	Action       string        // the page's data-action; empty: none
	Strength     string        // the weakest class of a picture or film; "friction" where empty
	Alternatives []string      // which other ways are taken beside it; nil: all that the site takes
	Timeout      time.Duration // of all of it; 5 seconds where 0
}

// Verdict is what the visitor's response is worth. Reason is empty where Verified; Told is all that Tessera said.
type Verdict struct {
	Verified bool
	Reason   string
	Told     map[string]any
}

// Verify says whether a visitor passed on a page of yours. server is an address as "https://captcha.example.org", response what
// came in the form. The error is ErrUnavailable or ErrMisconfigured (errors.Is) where nobody can tell.
func Verify(ctx context.Context, server, secret, response string, expected Expected) (Verdict, error) {
	if expected.Strength == "" {
		expected.Strength = classes[0]
	}
	if expected.Timeout == 0 {
		expected.Timeout = 5 * time.Second
	}
	parts := serverForm.FindStringSubmatch(server)
	switch {
	case len(expected.Hostnames) == 0 || index(expected.Hostnames, "") >= 0:
		return Verdict{}, fmt.Errorf("%w: hostname: say which is expected, or Any", ErrMisconfigured)
	case index(classes, expected.Strength) < 0:
		return Verdict{}, fmt.Errorf("%w: strength: one of %s", ErrMisconfigured, strings.Join(classes, ", "))
	case parts == nil || len(parts[4]) == 5 && parts[4] > "65535": // the port
		return Verdict{}, fmt.Errorf("%w: the server's address is not one like https://captcha.example.org", ErrMisconfigured)
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
	ctx, cancel := context.WithTimeout(ctx, expected.Timeout)
	defer cancel()
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return Verdict{}, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	key[6], key[8] = key[6]&0x0f|0x40, key[8]&0x3f|0x80 // a UUID
	uuid := fmt.Sprintf("%x-%x-%x-%x-%x", key[:4], key[4:6], key[6:8], key[8:10], key[10:])
	form := url.Values{"secret": {secret}, "response": {response}, "idempotency_key": {uuid}}
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

// Where a word stands in a list; -1: nowhere.
func index(list []string, word any) int {
	for at, one := range list {
		if one == word {
			return at
		}
	}
	return -1
}

// Why a response is not what was expected; "" where it is.
func (expected Expected) differs(told map[string]any) string {
	codes, _ := told["error-codes"].([]any)
	other, _ := told["alternative"].(string)
	class := index(classes, told["strength"])
	switch {
	case told["success"] == false && len(codes) > 0 && codes[0] != "":
		return fmt.Sprint(codes[0])
	case told["success"] == false:
		return "unknown"
	case index(expected.Hostnames, Any) < 0 && index(expected.Hostnames, told["hostname"]) < 0:
		return "wrong-hostname"
	case expected.Action != Any && told["action"] != expected.Action:
		return "wrong-action"
	case class < 0 || other == "" && class < index(classes, expected.Strength):
		return "too-weak"
	case other != "" && expected.Alternatives != nil && index(expected.Alternatives, other) < 0:
		return "wrong-alternative"
	}
	return ""
}

// Sends the form once; what came as JSON. No error that it gives has the secret in it.
func ask(ctx context.Context, address string, form url.Values) (told map[string]any, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	reply, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answered %d", reply.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(reply.Body, replyMax)) // cut where it is longer, and then no JSON
	if err == nil {
		err = json.Unmarshal(text, &told)
	}
	if _, isVerdict := told["success"].(bool); err == nil && !isVerdict {
		err = errors.New("the reply is not a verdict")
	}
	if codes, _ := told["error-codes"].([]any); err == nil && len(codes) > 0 && codes[0] == "internal-error" {
		err = errors.New("its store is away")
	}
	return told, err
}
