#include "store/db/redis/redis_tls.h"

#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>

#include "store/db/library.h"

/* The functions that are used, without their SSL_. */
#define TLS_CALLS(X)                                                                               \
    X(CTX_check_private_key)                                                                       \
    X(CTX_ctrl)                                                                                    \
    X(CTX_free)                                                                                    \
    X(CTX_load_verify_file)                                                                        \
    X(CTX_new)                                                                                     \
    X(CTX_set_default_verify_paths)                                                                \
    X(CTX_set_verify)                                                                              \
    X(CTX_use_PrivateKey_file)                                                                     \
    X(CTX_use_certificate_chain_file)                                                              \
    X(connect)                                                                                     \
    X(ctrl)                                                                                        \
    X(free)                                                                                        \
    X(get0_param)                                                                                  \
    X(get_error)                                                                                   \
    X(get_verify_result)                                                                           \
    X(new)                                                                                         \
    X(read)                                                                                        \
    X(set1_host)                                                                                   \
    X(set_fd)                                                                                      \
    X(write)

struct tls_library {
#define TLS_CALL(name) __typeof__(SSL_##name) *name;
    TLS_CALLS(TLS_CALL)
#undef TLS_CALL
    __typeof__(TLS_client_method) *client_method;
};

struct redis_tls {
    SSL_CTX *context;
    SSL *session;
};

static struct tls_library ssl;

bool redis_tls_load(char *error, size_t error_size)
{
    static const struct library_call CALLS[] = {
#define TLS_CALL(name) {"SSL_" #name, offsetof(struct tls_library, name)},
        TLS_CALLS(TLS_CALL)
#undef TLS_CALL
            {"TLS_client_method", offsetof(struct tls_library, client_method)},
    };
    static struct library library = {.file = "libssl.so.3",
                                     .package = "libssl3",
                                     .calls = CALLS,
                                     .call_count = sizeof CALLS / sizeof CALLS[0],
                                     .pointers = &ssl};
    return library_load(&library, "ledger", error, error_size);
}

/* Gives what is wrong, or NULL. */
static const char *set_files(SSL_CTX *context, const struct redis_address *address)
{
    if (ssl.CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLS1_2_VERSION, NULL) != 1)
        return "TLS 1.2 can't be had";
    if (address->ca[0] != '\0' ? ssl.CTX_load_verify_file(context, address->ca) != 1
                               : ssl.CTX_set_default_verify_paths(context) != 1)
        return "the file of trusted certificates (option ca) can't be read";
    if (address->cert[0] != '\0' &&
        (ssl.CTX_use_certificate_chain_file(context, address->cert) != 1 ||
         ssl.CTX_use_PrivateKey_file(context, address->key, SSL_FILETYPE_PEM) != 1 ||
         ssl.CTX_check_private_key(context) != 1))
        return "this client's certificate or key (options cert and key) can't be used";
    ssl.CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    return NULL;
}

/* Whom the certificate must be for. */
static bool set_name(SSL *session, const char *name)
{
    /* Where it is a number, the certificate must have that number. */
    if (X509_VERIFY_PARAM_set1_ip_asc(ssl.get0_param(session), name) == 1)
        return true;
    return ssl.set1_host(session, name) == 1 &&
           ssl.ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                    (void *)name) == 1; /* OpenSSL copies it */
}

struct redis_tls *redis_tls_new(int socket, const struct redis_address *address,
                                const struct redis_host *host, const char **why)
{
    struct redis_tls *tls = calloc(1, sizeof *tls);
    const char *problem = "out of memory";
    if (tls == NULL)
        goto failed;
    tls->context = ssl.CTX_new(ssl.client_method());
    if (tls->context == NULL)
        goto failed;
    const char *bad_file = set_files(tls->context, address);
    if (bad_file != NULL) {
        problem = bad_file;
        goto failed;
    }
    tls->session = ssl.new(tls->context);
    if (tls->session == NULL || ssl.set_fd(tls->session, socket) != 1 ||
        !set_name(tls->session, address->name[0] != '\0' ? address->name : host->name))
        goto failed;
    ERR_clear_error();
    return tls;
failed:
    *why = problem;
    ERR_clear_error();
    redis_tls_free(tls);
    return NULL;
}

void redis_tls_free(struct redis_tls *tls)
{
    if (tls == NULL)
        return;
    if (tls->session != NULL)
        ssl.free(tls->session);
    if (tls->context != NULL)
        ssl.CTX_free(tls->context);
    free(tls);
}

/* What to wait for after a call that gave `result`; 0 where nothing helps. */
static short events_after(const struct redis_tls *tls, int result)
{
    int error = ssl.get_error(tls->session, result);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ ? POLLIN : error == SSL_ERROR_WANT_WRITE ? POLLOUT : 0;
}

short redis_tls_shake_hands(struct redis_tls *tls, const char **why)
{
    int result = ssl.connect(tls->session);
    if (result == 1)
        return 0;
    short events = events_after(tls, result);
    if (events != 0)
        return events;
    switch (ssl.get_verify_result(tls->session)) {
    case X509_V_OK:
        *why = "it speaks no TLS, or none that is safe";
        break;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        *why = "its certificate is for another name (option name says which it must be)";
        break;
    case X509_V_ERR_CERT_HAS_EXPIRED:
    case X509_V_ERR_CERT_NOT_YET_VALID:
        *why = "its certificate has expired, or is not valid yet";
        break;
    default:
        *why = "its certificate is not trusted (option ca names the file of who is)";
    }
    return POLLIN;
}

static ssize_t after(const struct redis_tls *tls, int result, short *events)
{
    if (result > 0)
        return result;
    *events = events_after(tls, result);
    return *events != 0 ? 0 : -1;
}

ssize_t redis_tls_read(struct redis_tls *tls, char *bytes, size_t length, short *events)
{
    int most = length < INT_MAX ? (int)length : INT_MAX;
    return after(tls, ssl.read(tls->session, bytes, most), events);
}

ssize_t redis_tls_write(struct redis_tls *tls, const char *bytes, size_t length, short *events)
{
    int most = length < INT_MAX ? (int)length : INT_MAX;
    return after(tls, ssl.write(tls->session, bytes, most), events);
}
