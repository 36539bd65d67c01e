"""How the app comes into a workspace: its manifest, its tokens, and a look at both."""
