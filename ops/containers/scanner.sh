#!/bin/sh
# clamd does not start without signatures: they are fetched before, and kept current beside it.
set -eu
if [ -z "$(ls /var/lib/clamav)" ]; then freshclam --foreground --stdout; fi
freshclam --daemon --checks=12 --stdout &
exec clamd --foreground --config-file=/etc/clamav/clamd.conf
