// `npm run --silent keys:new >> /etc/cupo/cupo.env`: prints a new value for each secret that Cupo
// makes itself, in the form that the server requires. Secrets of providers come from their
// dashboards.
import { newKeys } from './new-keys.ts'
import { say } from './project.ts'

say(
  Object.entries(newKeys())
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
)
