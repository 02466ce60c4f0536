"""Cards that ask before they show: where GPTQ goes wrong."""
