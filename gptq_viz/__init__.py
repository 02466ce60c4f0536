"""GPTQ Explorer: the GPTQ algorithm, its pictures and its player."""
