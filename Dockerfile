# The whole of Waybill in one image: `docker run` starts the club on one machine, compose.yaml a league.
FROM python:3.11-slim-bookworm AS packages
COPY requirements.txt /tmp/
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: -r /tmp/requirements.txt

FROM python:3.11-slim-bookworm
# The number is fixed, so that a folder given from outside can be made to belong to it.
RUN useradd --system --uid 1861 --create-home --home-dir /var/lib/waybill waybill && chmod 0700 /var/lib/waybill
COPY --from=packages /opt/venv /opt/venv
WORKDIR /srv/waybill
COPY LICENSE pyproject.toml Procfile ./
COPY config config
COPY engine engine
COPY migrations migrations
COPY moderator moderator
COPY templates templates
COPY workers workers
RUN python -m compileall -q .
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    WAYBILL_HOME=/var/lib/waybill \
    WAYBILL_HTTP_BIND=0.0.0.0:8080 \
    WAYBILL_SMTP_BIND=0.0.0.0:2525
USER waybill
EXPOSE 8080 2525
# All processes end on SIGTERM, after what is under way is done.
STOPSIGNAL SIGTERM
CMD ["python", "-m", "workers"]
