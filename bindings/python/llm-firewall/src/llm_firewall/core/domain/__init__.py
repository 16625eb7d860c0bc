"""See `llm_firewall`."""
