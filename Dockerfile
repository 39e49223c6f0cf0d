# docker build -t puppet-check . && docker run --rm -v "$PWD:/code:ro" puppet-check

FROM python:3.13-alpine AS build
RUN apk add --no-cache gcc musl-dev
COPY . /source
# Without a virtual environment, which would have another pip.
RUN pip install --no-cache-dir --prefix /opt/puppet-check /source

FROM python:3.13-alpine
COPY --from=build /opt/puppet-check /usr/local
RUN adduser -D checker
USER checker
WORKDIR /code
ENTRYPOINT ["puppet-check"]
