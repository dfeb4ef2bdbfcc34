# Replace this with the command that runs your tests.
test ! -e broken
