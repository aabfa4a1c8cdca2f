# A small image with the program rigmill, for CI:
#
#   docker build -t rigmill .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/project" -v rigmill-cache:/cache rigmill build content

FROM rust:1-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked -p rigmill-cli --features rigmill-cli/remote

FROM debian:bookworm-slim
# Certificate authorities, for remote caches by https:// and grpcs://.
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/target/dist/rigmill /usr/local/bin/rigmill
# Any user may write to the object cache: containers often run as the user whose project it is.
RUN mkdir --mode 1777 /cache
ENV RIGMILL_CACHE_DIR=/cache
VOLUME /cache
WORKDIR /project
ENTRYPOINT ["rigmill"]
CMD ["build"]
