# docker build -t puppet-check . && docker run --rm -v "$PWD:/code:ro" puppet-check

FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . /source
RUN python -m venv /opt/puppet-check && /opt/puppet-check/bin/pip install --no-cache-dir /source

FROM python:3.13-slim
COPY --from=build /opt/puppet-check /opt/puppet-check
RUN useradd --create-home checker
USER checker
ENV PATH=/opt/puppet-check/bin:$PATH
WORKDIR /code
ENTRYPOINT ["puppet-check"]
