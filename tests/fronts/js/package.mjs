// The package under test: the built one, or where SORTID_JS says.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

export const folder = process.env.SORTID_JS;
if (!folder) throw new Error('SORTID_JS must name the folder of the built package');
export const sortid = await import(pathToFileURL(join(folder, 'node.js')).href);
