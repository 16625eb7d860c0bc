"""Tessera under the names of the LLM Security Firewall's spatial CAPTCHA plugin. New programs import `tessera`."""
