"""gunicorn's settings for the `web` line of the Procfile."""

from config.settings import load

_settings = load()
bind = f"{_settings.http_bind[0]}:{_settings.http_bind[1]}"
workers = 2
threads = 12
# Threads as gunicorn has them, shared out among callers.
worker_class = "workers.lines.Fair"
graceful_timeout = 30
accesslog = None
# A worker that is stuck is replaced, and so long a request may take to come; an idle line is closed; no honest request
# has larger headers.
timeout = 60
keepalive = 5
limit_request_line = 4094
limit_request_fields = 60
limit_request_field_size = 8190
# Proxies may say who the caller is only when they are on this machine.
forwarded_allow_ips = "127.0.0.1"
# Two of these on one machine would fight for the one socket in the home folder.
control_socket_disable = True
