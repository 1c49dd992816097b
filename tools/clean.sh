#!/bin/bash
# Runs a command with nothing of the caller's environment but what it needs: where programs and files are, how the clients
# of registries reach them, and the settings of the tests. A test that passes here passes on a fresh machine.
# usage: tools/clean.sh COMMAND…
set -euo pipefail

kept=()
for name in $(compgen -e); do
  case $name in
    PATH | HOME | TMPDIR | CI | SORTID_* | CCACHE_* | CHROMIUM | PG_CONFIG) ;;
    http_proxy | https_proxy | no_proxy | all_proxy | HTTP_PROXY | HTTPS_PROXY | NO_PROXY | ALL_PROXY) ;;
    SSL_CERT_FILE | SSL_CERT_DIR | CURL_CA_BUNDLE | REQUESTS_CA_BUNDLE | NODE_EXTRA_CA_CERTS | GIT_SSL_CAINFO) ;;
    PIP_* | npm_config_* | NPM_CONFIG_* | GOPROXY | GOSUMDB | GONOSUMDB | GOPRIVATE) ;;
    *) continue ;;
  esac
  kept+=("$name=${!name}")
done
exec env -i "${kept[@]}" "$@"
