// Statements of the home page; test/promises.test.ts checks that each one is true.
import { Leaf, PiggyBank, ShieldCheck } from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import type { Region } from '#web/ui/landscape-scene.tsx'

/** The first sentences: the hero of visitors, a folded section for signed-in people. */
export const whatItIs = {
  title: 'Hay un cupo libre en tu camino',
  text:
    'Viaja entre ciudades con conductores verificados y comparte los gastos. Reservas en la app ' +
    'o en la web y subes con tu código QR.',
} as const

/** Benefits listed under “Por qué viajar con Cupo”. */
export const benefits = [
  {
    Icon: ShieldCheck,
    title: 'Seguridad Total',
    text:
      'Revisamos la identidad, la licencia y los papeles del carro antes de publicar. Subes con ' +
      'un código QR que solo sirve una vez.',
  },
  {
    Icon: PiggyBank,
    title: 'Ahorro Inteligente',
    text:
      'Compartes gasolina y peajes, hasta 70 % menos que viajar por tu cuenta. Cada precio tiene ' +
      'un tope y ves el total desde el comienzo.',
  },
  {
    Icon: Leaf,
    title: 'Comunidad Verde',
    text:
      'Cada puesto que se llena gasta menos gasolina por persona. Nuestra meta es reducir 30 % ' +
      'el CO₂ de estos viajes.',
  },
] as const

/** The three steps, from an account to a trip. */
export const steps = [
  {
    title: 'Regístrate Fácil',
    text: 'Crea tu cuenta con tu correo y tu documento. Solo toma un par de minutos.',
  },
  {
    title: 'Encuentra o Comparte',
    text:
      'Busca un cupo en tu ruta o publica los que llevas libres. El precio por tramo ya está ' +
      'calculado.',
  },
  {
    title: '¡Viaja y Ahorra!',
    text: 'Muestra tu QR al subir. Con billetera, el dinero queda apartado hasta entonces.',
  },
] as const

/** Figures of “Cupo en cifras”. */
export const stats = [
  { figure: 'Hasta 70 %', text: 'de ahorro frente a viajar por tu cuenta' },
  { figure: '24/7', text: 'soporte para emergencias' },
  { figure: '100 %', text: 'de conductores verificados' },
] as const

/** Cards of “Explora Cupo” with their links. */
export const cards: readonly { to: string; title: string; text: string; region: Region }[] = [
  {
    to: paths.search(),
    title: 'Busca un cupo',
    text: 'También a mitad de camino: subes donde la ruta pasa.',
    region: 'cafetal',
  },
  {
    to: paths.publish(),
    title: 'Comparte tu viaje',
    text: 'Di por dónde pasas y te mostramos el precio justo.',
    region: 'valle',
  },
  {
    to: paths.wallet(),
    title: 'Tu billetera',
    text: 'Recarga desde $ 10.000 y paga sin efectivo.',
    region: 'costa',
  },
  {
    to: paths.documents(),
    title: 'Verifícate',
    text: 'Sube tus documentos una vez y viaja con confianza.',
    region: 'llano',
  },
]
