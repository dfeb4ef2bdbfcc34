#!/bin/sh
# What SessionStart prints goes to the model before the first prompt.
echo "House rules: no recursive deletes, every change is tested."
