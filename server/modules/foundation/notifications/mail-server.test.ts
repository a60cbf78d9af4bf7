import { expect, it } from 'vitest'
import { reasonOf } from './mail-server.ts'

it.each([
  ['a code that nobody knew', { code: 'ERR_ACCESS_DENIED', command: 'CONN' }, 'unreachable'],
  ['a lost connection', { code: 'ECONNECTION', command: 'CONN' }, 'unreachable'],
  ['our own timeout', { code: 'EABORT' }, 'unreachable'],
  [
    'a server that closes',
    { code: 'EENVELOPE', command: 'DATA', responseCode: 421 },
    'unreachable',
  ],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH LOGIN', responseCode: 535 }, 'password'],
  ['a refused sender', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'sender'],
  ['a refused recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, undefined],
  ['a refused message', { code: 'EMESSAGE', command: 'DATA', responseCode: 552 }, undefined],
])('tells apart the server and one message: %s', (_, failure, reason) => {
  expect(reasonOf(failure)).toBe(reason)
})
