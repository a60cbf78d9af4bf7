import { DOMAIN } from './names.ts'
import type { Person } from './site.ts'

const person = (first: string, last: string, n: number): Person => ({
  email: `${first.toLowerCase()}@${DOMAIN}`,
  first,
  last,
  document: `10325${n}7654`,
  phone: `+57310555020${n}`,
})

export const people = {
  admin: person('Adriana', 'Ruiz', 1),
  second: person('Bruno', 'Ortiz', 2),
  verifier: person('Vera', 'Díaz', 3),
  finance: person('Fernando', 'Gil', 4),
  driver: person('Carlos', 'Rojas', 5),
  passenger: person('Camila', 'Torres', 6),
}
