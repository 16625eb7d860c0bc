// One response from standard input: TESSERA_URL=... TESSERA_SECRET=... go run ./example HOSTNAME[,HOSTNAME...] [ACTION] [STRENGTH] [ALTERNATIVE,...]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"tessera"
)

func main() {
	words := append(os.Args[1:], "", "", "", "")
	response, _ := io.ReadAll(os.Stdin)
	timeout, _ := strconv.Atoi(os.Getenv("TESSERA_TIMEOUT_MS"))
	expected := tessera.Expected{Hostnames: strings.Split(words[0], ","), Action: words[1], Strength: words[2], Timeout: time.Duration(timeout) * time.Millisecond}
	if words[3] != "" {
		expected.Alternatives = strings.Split(words[3], ",")
	}
	verdict, err := tessera.Verify(context.Background(), os.Getenv("TESSERA_URL"), os.Getenv("TESSERA_SECRET"), string(response), expected)
	switch {
	case errors.Is(err, tessera.ErrUnavailable):
		fmt.Println(err) // open or shut: this one is your decision
		os.Exit(75)
	case err != nil:
		fmt.Println(err)
		os.Exit(2)
	case !verdict.Verified:
		fmt.Println("not verified:", verdict.Reason)
		os.Exit(1)
	}
	fmt.Println("verified")
}
