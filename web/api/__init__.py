"""What every view of the API needs: strict reading, declared answers, lists in pages."""
