import {
  BadgeCheck,
  Clock,
  Coins,
  Gift,
  Headset,
  type LucideIcon,
  MapPinCheck,
  PiggyBank,
  ShieldAlert,
  Star,
} from 'lucide-react'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import { RATING_DAYS } from '#contract/rating-tags.ts'

type Point = { Icon: LucideIcon; title: string; text: string }

export const benefits: readonly Point[] = [
  {
    Icon: PiggyBank,
    title: 'Ahorra hasta 70 %',
    text:
      'Repartes gasolina y peajes entre quienes van en el carro. Ves el precio final desde la ' +
      'búsqueda, sin cobros después.',
  },
  {
    Icon: BadgeCheck,
    title: 'Conductores verificados',
    text:
      'Una persona revisa la identidad con documentos oficiales, la licencia y los papeles del ' +
      'vehículo antes del primer viaje.',
  },
  {
    Icon: Coins,
    title: 'Precios con tope',
    text:
      'El sistema calcula el costo de cada ruta y mantiene los aportes dentro del rango de la ' +
      'comunidad. Nadie cobra de más.',
  },
  {
    Icon: MapPinCheck,
    title: 'SafePoints',
    text:
      'Puntos seguros y conocidos para subir y bajar: terminales, centros comerciales y ' +
      'estaciones de servicio con luz y gente.',
  },
  {
    Icon: Star,
    title: 'Una comunidad que se cuida',
    text:
      'Pasajeros y conductores se califican después de viajar y hablan por el chat de la app, ' +
      'sin dar el número de teléfono.',
  },
  {
    Icon: Gift,
    title: 'Puntos y recompensas',
    text:
      'Cada viaje completado suma puntos para descuentos y bonos de combustible de aliados, y te ' +
      'acerca a tu tarjeta Gold. En Recompensas ves qué hay hoy.',
  },
]

export const controls: readonly Point[] = [
  {
    Icon: ShieldAlert,
    title: 'Quien incumple, responde',
    text:
      'Primero una advertencia; si se repite, suspensión temporal; si es grave, expulsión. ' +
      'Cobrar por lucro cancela la cuenta: te oímos antes de decidir.',
  },
  {
    Icon: Clock,
    title: 'Protección contra retrasos',
    text:
      `Si el conductor se retrasa más de ${LATE_AFTER_MINUTES} minutos y decides no esperar, ` +
      'recuperas todo lo que pagaste con tu billetera.',
  },
  {
    Icon: Star,
    title: 'Calificación en dos vías',
    text:
      'Los dos califican, y nadie ve la nota del otro hasta que ambos escriben o pasan ' +
      `${RATING_DAYS} días. Así son sinceras.`,
  },
  {
    Icon: Headset,
    title: 'Atención 24/7',
    text:
      'Para emergencias siempre hay alguien. Una emergencia de seguridad se responde en máximo ' +
      'dos horas.',
  },
]

export const comparison = [
  {
    point: 'Verificación',
    ours: 'Identidad, licencia y vehículo revisados',
    theirs: 'No sabes con quién viajas',
  },
  {
    point: 'Puntos seguros',
    ours: 'SafePoints conocidos y con luz',
    theirs: 'En la calle, donde se pueda',
  },
  {
    point: 'Control de precios',
    ours: 'Tope por ruta, precio visible antes',
    theirs: 'El que pidan ese día',
  },
  { point: 'Calificaciones', ours: 'Reales y en dos vías', theirs: 'Ninguna' },
  { point: 'Soporte', ours: 'Emergencias 24/7', theirs: 'Nadie responde' },
  {
    point: 'Impacto ambiental',
    ours: 'Menos carros: se llenan los que ya salen',
    theirs: 'Más carros dando vueltas',
  },
] as const

export const figures = [
  { figure: '100 %', text: 'de verificación' },
  { figure: '30 %', text: 'menos CO₂, nuestra meta' },
  { figure: '24/7', text: 'soporte para emergencias' },
  { figure: '4,8', text: 'estrellas, nuestra meta' },
  { figure: '5K+', text: 'carros menos, nuestra meta' },
  { figure: 'Hasta 70 %', text: 'de ahorro' },
] as const
