// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { openScreen } from '#test/screen.tsx'

it.each([
  ['/signup', 'Correo electrónico'],
  ['/login', 'Correo electrónico'],
  ['/recuperar-cuenta', 'Correo electrónico'],
])(
  '%s asks whether another address was meant, and writes it with one press',
  async (path, label) => {
    const screen = await openScreen(path)
    const field = await screen.label(label)
    await screen.user.type(field, 'pepe@gmail.con')
    await screen.press('¿Quisiste decir pepe@gmail.com?')
    expect(field.value).toBe('pepe@gmail.com')
    expect(screen.now().queryByText(/Quisiste decir/)).toBeNull()
  },
)
