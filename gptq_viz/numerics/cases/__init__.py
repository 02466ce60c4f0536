"""Where GPTQ goes wrong: one file a case, each with its own layer and settings."""
