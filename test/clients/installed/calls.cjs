const client = require('@africa-health/client');
const schemas = require('@africa-health/client/schemas');
const { outcomes } = require('./outcomes.cjs');

void outcomes(client, schemas).then((result) => console.log(JSON.stringify(result)));
