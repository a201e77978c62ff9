"""`make client`"""

from clients.generator import write

write()
