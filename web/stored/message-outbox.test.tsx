// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openScreen, until } from '#test/screen.tsx'
import { refuses } from '#test/screen-answers.ts'
import { ANA, signedIn, walletAnswers } from '#test/screen-people.ts'
import { discardUnsent, readOutbox, write } from './message-outbox.ts'

const CHAT = '01890000-0000-7000-8000-0000000000c1'

it('says on any other screen that a message which waited was refused', async () => {
  const screen = await openScreen('/wallet', {
    token: 'T',
    answers: [
      ...signedIn(),
      ...walletAnswers,
      refuses(api.conversations.send, 'conversation_over'),
    ],
  })
  await screen.title('Recargar Wallet')
  await until(() => expect(screen.count('GET /events')).toBe(1))
  await write({ ownerId: ANA.id, conversationId: CHAT, content: { text: 'Voy en diez minutos' } })
  await screen.text('No se envió un mensaje tuyo')
  expect(screen.now().getAllByRole('button', { name: 'Cerrar aviso' })).not.toEqual([])
  expect(readOutbox()).toMatchObject([{ conversationId: CHAT, refusal: expect.any(String) }])
  for (const each of readOutbox()) await discardUnsent(each)
})
