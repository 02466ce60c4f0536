# docker build -t gptq-explorer . && docker run --rm -p 8501:8501 gptq-explorer
# Needs no writable disk: docker run --rm --read-only --tmpfs /tmp -p 8501:8501 gptq-explorer
# For sweeps on a Dask cluster: docker build --build-arg REQUIREMENTS=requirements-cluster.txt -t gptq-explorer .
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

ARG REQUIREMENTS=requirements.txt

WORKDIR /app
COPY requirements.txt requirements-cluster.txt ./
RUN pip install --requirement "$REQUIREMENTS" \
    && useradd --system --uid 10001 --home-dir /tmp --no-create-home explorer
COPY . .
# Bytecode is written now, since the user below may not.
RUN python -m compileall -q app.py pages gptq_viz

# Only inside the image: every interface, no browser to open, no details of an error to strangers.
ENV PORT=8501 \
    PYTHONDONTWRITEBYTECODE=1 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_CLIENT_SHOW_ERROR_DETAILS=none

USER explorer
EXPOSE 8501

# Slim images have no curl.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/_stcore/health', timeout=4)"]

# The shell reads $PORT, then makes way for the server, which so gets the signal to stop.
CMD ["sh", "-c", "exec python -m streamlit run app.py --server.port \"$PORT\""]
