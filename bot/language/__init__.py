"""What words mean in any language: numbers, money, days, commands, secrets; pure."""
