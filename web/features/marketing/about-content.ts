import { GraduationCap, Handshake, Leaf, Smile, Users } from 'lucide-react'

/** Sentence above the goals: none of them is reached yet. */
export const goalsLead = 'Estas son nuestras metas.'

export const goals = [
  {
    Icon: Users,
    title: '500.000 usuarios activos',
    text: 'En tres años, para que en cada ruta haya siempre un cupo a buena hora.',
  },
  {
    Icon: Smile,
    title: 'Más de 90 % de satisfacción',
    text: 'Medida con lo que dicen las personas después de cada viaje.',
  },
  {
    Icon: Leaf,
    title: '30 % menos CO₂',
    text: 'En los viajes que se comparten, por los carros que dejan de salir.',
  },
  {
    Icon: GraduationCap,
    title: '1 millón de personas',
    text: 'Que aprendan a moverse de forma compartida, segura y sostenible.',
  },
  {
    Icon: Handshake,
    title: 'Alianzas en dos años',
    text: 'Con empresas, universidades y ciudades que quieren menos trancones.',
  },
] as const
