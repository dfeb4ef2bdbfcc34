# Replace this with the command that runs your tests.
if [ -e broken ]; then
  echo "broken exists"
  exit 1
fi
