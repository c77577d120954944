// See criterion.h beside it.
#pragma once
#include <criterion/criterion.h>
