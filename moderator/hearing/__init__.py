"""How a mail is heard: cut into statements, each found among the commands, each carried out for its writer."""
