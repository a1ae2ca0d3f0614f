# Rummy Companion as an image: docs/how-to/server.md says how to run it. Builds on amd64 and on arm64.
# Packages are locked by hash. The base image is not pinned, because no registry was available when
# this was written: use python:3.11-slim@sha256:… for reproducible builds.
FROM python:3.11-slim AS build
WORKDIR /source
COPY deploy/build-requirements.txt deploy/requirements.txt ./
RUN python -m venv /app \
    && /app/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements.txt \
    && python -m venv /build \
    && /build/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r build-requirements.txt
COPY pyproject.toml ./
COPY deploy/compile_translations.py deploy/
COPY companion companion
COPY templates templates
COPY static static
RUN /build/bin/python -m build --wheel --no-isolation --outdir /wheel \
    && /app/bin/pip install --no-cache-dir --no-deps --no-index /wheel/*.whl

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin companion \
    && install -d -m 700 -o companion -g companion /data
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH \
    COMPANION_INSTANCE=/data \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001
# The score book. Everything else may be read-only, except /tmp.
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import os, ssl, urllib.request as r; any_host = ssl.create_default_context(); any_host.check_hostname = False; any_host.verify_mode = ssl.CERT_NONE; scheme = 'https' if os.environ.get('COMPANION_CERTIFICATE') else 'http'; r.urlopen(f\"{scheme}://127.0.0.1:{os.environ.get('PORT') or 8000}/readyz\", timeout=4, context=any_host)"]
CMD ["companion", "run", "--host", "0.0.0.0"]
