# The agent in a container. It works in /work and keeps result, trace and timeline in /artifacts:
#   docker run --rm -v "$PWD:/work" -v "$PWD/artifacts:/artifacts" -e ANTHROPIC_API_KEY snaphook -p "Fix the tests"
FROM node:24-slim
ARG VERSION=latest
RUN --mount=type=tmpfs,target=/var/lib/apt/lists apt-get update && apt-get install -y --no-install-recommends bubblewrap ca-certificates git
RUN npm install --global "snaphook@$VERSION"
ENV ARTIFACTS=/artifacts
RUN mkdir -p "$ARTIFACTS" && chown node "$ARTIFACTS"
USER node
WORKDIR /work
ENTRYPOINT ["/bin/sh", "-c", "snaphook --output-format json --output \"$ARTIFACTS/result.json\" --trace \"$ARTIFACTS/trace.jsonl\" --timeline \"$@\" 2> \"$ARTIFACTS/timeline.txt\"; code=$?; cat \"$ARTIFACTS/timeline.txt\" >&2; exit $code", "snaphook"]
