#!/bin/bash
# The health check of every image: exits with 0 when the service in this container is ready. Without another process of
# Node, which would take longer to start than the check itself.
exec 3<>"/dev/tcp/127.0.0.1/$PORT" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
read -r -t 3 _ status _ <&3
[ "$status" = 200 ]
