// See criterion.h in this folder.
#pragma once
#include <criterion/criterion.h>
