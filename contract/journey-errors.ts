import { BOARDING_OPENS_HOURS } from './booking-limits.ts'

/** Errors about the day of travel; part of the table in `errors.ts`. */
export const journeyErrors = {
  trip_change_over: 'La hora cambió otra vez, o esta reserva ya no la pregunta. Mírala de nuevo.',
  journey_too_early: `Puedes salir desde ${BOARDING_OPENS_HOURS} horas antes de la hora de salida.`,
  journey_over: 'Este viaje ya terminó o ya no se puede empezar.',
  journey_not_started: 'Empieza el viaje antes de registrar llegadas.',
  journey_stop_passed: 'Ya pasaste por esa parada.',
  journey_undo_late: 'Solo puedes deshacer la última llegada en los 2 minutos siguientes.',
  journey_not_arrived: 'Registra la llegada a la última parada antes de terminar.',
  journey_finish_counts: 'Ya pasó el tiempo para deshacer el fin del viaje.',
  arrival_word_early: 'Puedes decirlo desde la hora a la que te recogen.',
} as const
