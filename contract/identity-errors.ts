/** Errors about accounts of Google and Apple; part of the table in `errors.ts`. */
export const identityErrors = {
  mail_code_wrong: [403, 'Ese código no es el del último mensaje, o ya no sirve. Pide otro.'],
  identity_exists: 'Ya vinculaste una cuenta de ese proveedor. Desvincúlala primero.',
  identity_not_found: [404, 'No tienes vinculada una cuenta de ese proveedor.'],
  identity_taken:
    'Esa cuenta de Google o Apple, o su correo, ya es de otra cuenta de Cupo. Entra en ella.',
  last_way_in: 'Es tu única forma de entrar. Crea primero una contraseña.',
} as const
