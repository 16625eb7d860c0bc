// One response from standard input: TESSERA_URL=... TESSERA_SECRET=... go run ./example HOSTNAME [ACTION] [STRENGTH]
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"tessera"
)

func main() {
	words := append(os.Args[1:], "", "", "")
	response, _ := io.ReadAll(os.Stdin)
	timeout, _ := strconv.Atoi(os.Getenv("TESSERA_TIMEOUT_MS"))
	verdict, err := tessera.Verify(context.Background(), os.Getenv("TESSERA_URL"), os.Getenv("TESSERA_SECRET"), string(response),
		tessera.Expected{Hostnames: []string{words[0]}, Action: words[1], Strength: words[2], Timeout: time.Duration(timeout) * time.Millisecond})
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
