#!/bin/sh
# The owner's commands (deploy/messages.ts), in a container that runs or in one of their own.
exec with-database-url node /portfolio/server/dist/messages.js "$@"
