/** Errors about vehicles and documents; part of the table in `errors.ts`. */
export const verificationErrors = {
  plate_invalid: [400, 'La placa debe tener el formato ABC123.'],
  plate_taken: 'Ya registraste un vehículo con esa placa.',
  vehicle_limit: 'Ya registraste 5 vehículos, el máximo. Escríbenos si necesitas cambiar alguno.',
  selfie_consent_needed: 'La selfie es opcional. Para subirla, primero acepta cómo la usamos.',
  document_quota: [
    429,
    'Subiste muchas fotos de documentos hoy. Intenta de nuevo mañana o escríbenos.',
  ],
  vehicle_not_found: [404, 'No encontramos ese vehículo.'],
  document_not_found: [404, 'No encontramos ese documento.'],
  file_type_unsupported: [415, 'Sube una foto JPG, PNG, WebP o HEIC.'],
  image_too_large: [422, 'La imagen es demasiado grande. Toma otra foto e intenta de nuevo.'],
  file_unreadable: [422, 'No pudimos leer el archivo. Toma una foto o sube otro.'],
  file_too_slow: [422, 'El archivo tarda demasiado en abrirse. Sube uno más liviano o una foto.'],
  pdf_password: [422, 'Quita la clave del PDF y súbelo de nuevo, o toma una foto.'],
  pdf_empty: [422, 'El PDF no tiene páginas. Sube otro o toma una foto.'],
  pdf_page_too_large: [422, 'La página del PDF es demasiado grande. Súbelo en tamaño carta.'],
  document_expired: [422, 'El documento ya está vencido.'],
  document_already_reviewed: 'Otra persona ya revisó este documento.',
  document_changed:
    'Cambió su nombre, su número, su carro o una foto mientras mirabas. Compara otra vez y decide.',
  document_signals:
    'Este documento tiene una señal de fraude que no has confirmado. Mírala y decide de nuevo.',
  photos_not_seen: 'Falta mirar la foto de un documento que quieres aprobar.',
  review_open:
    'Ya hay una decisión sobre los documentos de esta persona. Se aplica en unos segundos.',
  review_applied: 'Esta decisión ya no se puede deshacer: pasaron los 30 segundos.',
  identity_not_verified: [403, 'Verifica tu identidad antes de publicar.'],
  vehicle_not_verified: [403, 'El vehículo aún no tiene sus documentos aprobados.'],
  documents_not_valid_on_date: [403, 'Un documento no estará vigente el día del viaje.'],
  profile_photo_needed: [403, 'Pon tu foto de perfil para publicar: así te reconocen.'],
  photo_changed: 'La persona cambió su foto de perfil. Mírala y decide de nuevo.',
  driver_underage: [403, 'Debes ser mayor de 18 años para publicar viajes.'],
} as const
