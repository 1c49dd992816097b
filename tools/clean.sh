#!/bin/bash
# Runs a command in a clean environment. It keeps where programs and files are, the settings of the registries' clients, and
# the settings of the tests. So a test that passes here passes on a fresh machine.
# usage: tools/clean.sh COMMAND…
#   SORTID_LANG   the locale (none)
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
exec env -i "${kept[@]}" ${SORTID_LANG:+LANG="$SORTID_LANG"} "$@"
