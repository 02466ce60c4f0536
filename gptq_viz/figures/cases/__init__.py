"""Pictures and words of the cases where GPTQ goes wrong."""
