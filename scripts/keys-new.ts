import { readCommand } from '#server/platform/command.ts'
import { newKeys } from './new-keys.ts'
import { say } from './project.ts'

readCommand({
  call: 'npm run --silent keys:new >> /etc/cupo/cupo.env',
  about:
    'Prints a new value for each secret that Cupo makes itself, in the form that the server ' +
    'asks for. Those of providers come from their panels.',
})

say(
  Object.entries(newKeys())
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
)
