import { expect, it } from 'vitest'
import { recordSentence } from './driver-record.tsx'

it.each([
  [{ late: 0, cancelled: 0, moved: 0, didNotCome: 0, unfoundedNoShow: 0 }, null],
  [
    { late: 0, cancelled: 1, moved: 0, didNotCome: 0, unfoundedNoShow: 0 },
    'canceló cupos ya confirmados 1 vez',
  ],
  [
    { late: 1, cancelled: 2, moved: 0, didNotCome: 0, unfoundedNoShow: 0 },
    'canceló cupos ya confirmados 2 veces y llegó más de 30 minutos tarde 1 vez',
  ],
  [
    { late: 3, cancelled: 2, moved: 1, didNotCome: 2, unfoundedNoShow: 1 },
    'canceló cupos ya confirmados 2 veces, llegó más de 30 minutos tarde 3 veces, ' +
      'cambió la hora a última hora 1 vez, no llegó por un pasajero 2 veces ' +
      'y dijo sin razón que un pasajero no llegó 1 vez',
  ],
])('describes the driver’s faults of the last year in one sentence: %o', (marks, sentence) => {
  expect(recordSentence(marks)).toBe(sentence)
})
