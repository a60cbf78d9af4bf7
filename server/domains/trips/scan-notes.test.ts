import { describe, expect, it } from 'vitest'
import { hasContactOrPrice } from './scan-notes.ts'

describe('notes with contact data or prices', () => {
  it.each([
    'Escríbeme al 3105551234',
    'Mi número: 310 555 12 34',
    'cel 310-555.12.34',
    '+57 (310) 5551234',
    '3 1 0 5 5 5 1 2 3 4',
    '３１０５５５１２３４',
    '٣١٠٥٥٥١٢٣٤',
    '310\u200b555\u200b1234',
    'fijo 6015551234',
    'tres uno cero cinco cinco cinco uno dos tres cuatro',
    'laura@correo.co',
    'laura arroba gmail punto com',
    'laura (at) gmail.com',
    'búscame como @laura.viaja',
    'https://ejemplo.org/x',
    'www.misviajes.net',
    'wa.me/57310',
    'mi página es misviajes.com',
    'por WhatsApp coordinamos',
    'te paso mi Nequi',
    'Son $20 aparte',
    'cobro 20000 pesos',
    'te lo dejo en 20 mil',
    'a 20k el puesto',
    'veinte mil por maleta',
    '20.000 por maleta',
    '20,000 extra',
  ])('%s', (text) => {
    expect(hasContactOrPrice(text)).toBe(true)
  })

  it.each([
    'Salgo puntual a las 5:30 a. m. del Portal 80.',
    'Llevo 2 maletas de 23 kilos, queda 1 espacio.',
    'Paramos 15 minutos en Melgar. Mil gracias por la puntualidad.',
    'Salida el 27/11/2026 o 2026-11-27 según el tráfico, entre 10:00 y 10:30.',
    'Son 1.000 km largos; dos o tres paradas.',
    'Subo por la Calle 13 con Carrera 68, puente peatonal.',
    'Carro modelo 2021, aire acondicionado, 4 puestos.',
    'No fumo. Me gusta la música, sobre todo el vallenato.',
    'Uno de los cupos es adelante; los otros dos, atrás.',
    'A 2.600 metros hace frío: lleva chaqueta.',
  ])('not: %s', (text) => {
    expect(hasContactOrPrice(text)).toBe(false)
  })

  it('takes linear time on hostile text', () => {
    const started = performance.now()
    for (const part of ['1 ', 'a@', 'uno ', '1.', 'a.', '@ ', '- 1']) {
      hasContactOrPrice(part.repeat(500).slice(0, 500))
    }
    expect(performance.now() - started).toBeLessThan(500)
  })
})
