"""The upkeep: marriage (M), battle (B), church (C), claiming regions (R), in this order."""
