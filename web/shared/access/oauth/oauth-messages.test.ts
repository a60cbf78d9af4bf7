import { describe, expect, it } from 'vitest'
import { isErrorCode, messageOf } from '#contract/errors.ts'
import {
  answerSentence,
  answerSentences,
  loginErrorMessage,
  oauthTexts,
  startMessage,
} from './oauth-messages.ts'

it('has every Google and Apple sign-in text of spec-coverage §8', () => {
  const google = oauthTexts('google')
  expect({ ...google, refused: google.refused('X') }).toEqual({
    refused: 'Error de Google OAuth: X',
    noToken: 'No se recibió token de acceso válido',
    code: 'Error procesando código de autorización',
    network: 'Error de red al intercambiar código por token',
    callback: 'Error procesando callback de Google',
  })
  const apple = oauthTexts('apple')
  expect({ ...apple, refused: apple.refused('X') }).toEqual({
    refused: 'Error de Apple OAuth: X',
    noToken: 'No se recibió token de Apple válido',
    code: 'Error procesando código de autorización de Apple',
    network: 'Error de red al intercambiar código por token',
    callback: 'Error procesando callback de Apple',
  })
})

it('uses for error codes in the address the sentences of the error table', () => {
  for (const [code, sentence] of Object.entries(answerSentences)) {
    expect(isErrorCode(code) && messageOf(code), code).toBe(sentence)
  }
})

describe('failed redirect to the provider', () => {
  it.each([
    ['google', 'login', 'No se pudo iniciar sesión con Google'],
    ['apple', 'login', 'No se pudo iniciar sesión con Apple'],
    ['google', 'signup', 'No se pudo iniciar registro con Google'],
    ['apple', 'signup', 'No se pudo iniciar registro con Apple'],
  ] as const)(
    'names %s and %s when the redirect to the provider fails',
    (provider, action, text) => {
      expect(startMessage(new Error(), provider, action)).toBe(text)
      expect(startMessage('x', provider, action)).toBe(text)
      expect(startMessage(new Error('Sin espacio.'), provider, action)).toBe('Sin espacio.')
    },
  )
})

describe('error message of the login page', () => {
  it('shows a sentence on the login page for every known error code', () => {
    for (const code of ['oauth_failed', 'bootstrap_failed', 'oauth_error']) {
      expect(loginErrorMessage(code, undefined)).toMatch(/^[A-ZÁÉÍÓÚ].+\.$/)
    }
    expect(loginErrorMessage(null, 'x')).toBeNull()
  })

  it('shows on the login page the reason that our callback page put in the history state', () => {
    expect(loginErrorMessage('oauth_failed', 'Error de Apple OAuth: X')).toBe(
      'Error de Apple OAuth: X',
    )
  })

  it.each([
    'Tu cuenta fue robada: llama al 300 000 0000',
    '<img src=x onerror=alert(1)>',
    'toString',
    '__proto__',
  ])('shows a general sentence for the unknown error code %s in a link', (text) => {
    const general = 'No pudimos completar el inicio de sesión. Intenta de nuevo.'
    expect(loginErrorMessage(text, undefined)).toBe(general)
    expect(loginErrorMessage(text, 3)).toBe(general)
    expect(answerSentence(text)).toBe(general)
  })
})
